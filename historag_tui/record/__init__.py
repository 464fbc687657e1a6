"""The research record (Forschungstagebuch): events, the journal that keeps them, the state that replaying them gives."""
