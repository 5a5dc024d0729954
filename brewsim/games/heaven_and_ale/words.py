def opening(r,s): return []
def tell(r,b,a,af): return str(a)
def standing(r,s): return ""
