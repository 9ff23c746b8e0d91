public import Capture
import Reporting

extension CaptureNotes {
    /// The notices for a user about how the capture was made and kept, a sentence each.
    public var notices: [String] {
        var notices: [String] = []
        for interface in interfaces where interface.dropped > 0 {
            let name = interface.name.map { " on " + SafeText.terminal($0) } ?? ""
            let packets = Count.of(interface.dropped, "packet was", "packets were")
            notices.append("\(packets) dropped while capturing\(name)")
        }
        if oversizedBlocks > 0 {
            notices.append(
                Count.of(
                    oversizedBlocks,
                    "block is too long and was not read",
                    "blocks are too long and were not read"
                )
            )
        }
        if clampedTimes > 0 {
            notices.append(
                Count.of(clampedTimes, "packet has a time", "packets have times")
                    + " before 1970 or after 2262, which cannot be told; the nearest time is "
                    + "shown instead, and the unit of time in the file may be wrong"
            )
        }
        return notices
    }
}

extension CaptureCopier.Omissions {
    /// The notices for a user about blocks that are not in the copy, a sentence each.
    public var notices: [String] {
        var notices: [String] = []
        if privateBlocks > 0 {
            notices.append(
                Count.of(
                    privateBlocks,
                    "custom block says that it may not be copied, and was not",
                    "custom blocks say that they may not be copied, and were not"
                )
            )
        }
        if oversizedBlocks > 0 {
            notices.append(Count.of(oversizedBlocks, "block is", "blocks are") + " too long to be copied")
        }
        return notices
    }
}
