"""Phase one: decisions carried over to a run on other chunks."""

from __future__ import annotations

from historag_tui.heuristik.carrying import CarryOffer, carry
from historag_tui.record.events import Decided
from historag_tui.records import Decision
from historag_tui.session.heuristik.part import Part


class Carrying(Part):
    """Offer what was decided on earlier chunks, and record it when the researcher agrees."""

    def carry_offer(self, run_id: str, new_run_id: str) -> CarryOffer:
        """What the decisions of a run say of the chunks of another one.  Raises UsageError."""
        session = self._session
        return carry(session.run(run_id), session.run(new_run_id), session.state.decisions)

    def carry_over(self, run_id: str, new_run_id: str) -> CarryOffer:
        """Record what is offered, without the contradictions; one step that one undo takes back.

        The decisions' origin is ``carried over``: nobody has read the chunks as they are cut today.
        """
        session, offer = self._session, self.carry_offer(run_id, new_run_id)
        earlier, later = session.run(run_id).id, session.run(new_run_id).id
        decisions = tuple(
            Decision(
                run=later,
                chunk=carried.hit.chunk,
                text_hash=carried.hit.text_hash,
                verdict=carried.verdicts[0],
                origin="carried over",
                rule=f"from {earlier}",
            )
            for carried in offer.carried
            if carried.agreed
        )
        if decisions:
            session.append(Decided(decisions))
        return offer
