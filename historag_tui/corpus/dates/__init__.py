"""How sources write their dates, and which days each form may mean.  The entrance is ``corpus.dating``."""
