"""Who has won: for all titles alike."""

from brewsim.parts.compiling import compiled


@compiled
def rank(rows):
    """Rank the sides by score, tie-break and handicap; share the win among the sides that are still equal."""
    n = len(rows)
    top = rows[0].score
    for a in range(n):
        top = max(top, rows[a].score)
    winners, tied = 0, 0
    for a in range(n):
        row = rows[a]
        row.rank = 1
        first_of_side = True
        has_rival = False
        for b in range(n):
            other = rows[b]
            if other.side == row.side:
                first_of_side = first_of_side and b >= a
                continue
            if not has_rival or row.score - other.score < row.margin:
                row.margin = row.score - other.score
            has_rival = True
            counted = False  # a side counts once, by its first seat
            for c in range(b):
                counted = counted or rows[c].side == other.side
            better = other.score > row.score
            if other.score == row.score:
                is_even = other.tiebreak == row.tiebreak
                better = other.tiebreak > row.tiebreak or (is_even and other.handicap > row.handicap)
            if better and not counted:
                row.rank += 1
        if first_of_side:
            winners += row.rank == 1
            tied += row.score == top
    for a in range(n):
        row = rows[a]
        row.win_share = 1.0 / winners if row.rank == 1 else 0.0
        row.tied_first = tied > 1 and row.score == top
        row.tiebreak_used = tied > winners
