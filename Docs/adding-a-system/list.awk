# Edits a file of Sources/Inspection/Systems/List: takes RongCloud's entries out, and puts Parley's in behind those of YC.
# This works since each entry is a line of its own, and what only some systems have has a default.

/RongCloud|rongCloud/ { next }
/YC|[ .]yc/ && !/emitYC/ {
    print
    gsub(/YC/, "Parley")
    gsub(/yc/, "parley")
    entries = entries $0 "\n"
    next
}
{
    printf "%s", entries
    entries = ""
    print
}
