"""Candidates: from a mention to the entities that it can mean."""

from pairlinking.candidates.forms import Expander, Forms, Mender, expand, mend
from pairlinking.candidates.generator import CandidateGenerator, CandidateList, Lookup
from pairlinking.candidates.spotter import Spotter

__all__ = ["CandidateGenerator", "CandidateList", "Expander", "Forms", "Lookup", "Mender", "Spotter", "expand", "mend"]
