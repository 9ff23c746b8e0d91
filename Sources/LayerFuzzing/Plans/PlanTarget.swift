package import FuzzInputs
package import Fuzzer

/// A target whose inputs are plans: a plan gives the bytes for a decoder together with their meaning, and the decoder's
/// result is compared with that meaning.
///
/// The plans implement the formats from their specifications, and share no code with the decoders. A plan has a head,
/// followed by steps of a fixed size.
package protocol PlanTarget: FuzzTarget {
    /// The number of bytes before the first step.
    static var headBytes: Int { get }
    /// The number of bytes of a step.
    static var stepBytes: Int { get }
}

extension PlanTarget {
    /// 1 KiB.
    package var maximumLength: Int { 1 << 10 }

    /// The head and the steps.
    package func shape(of input: [UInt8]) -> Shape? {
        let head = input.prefix(Self.headBytes)
        let steps = stride(from: head.count, to: input.count, by: Self.stepBytes).map {
            Shape("step", .integer, input[$0..<min($0 + Self.stepBytes, input.count)])
        }
        return Shape("plan", [Shape("head", .bytes, head)] + steps)
    }

    /// Changes bytes, and repeats, swaps, removes steps, or takes some from another plan.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        var plan = input
        if plan.count < Self.headBytes { plan += random.bytes(Self.headBytes - plan.count) }
        for _ in 0..<(1 + random.below(4)) {
            let count = (plan.count - Self.headBytes) / Self.stepBytes
            func range(_ step: Int) -> Range<Int> {
                let start = Self.headBytes + step * Self.stepBytes
                return start..<start + Self.stepBytes
            }
            guard count > 0 else {
                plan += random.bytes(Self.stepBytes)
                continue
            }
            let place = random.below(count)
            switch random.below(9) {
            case 0, 1: plan[random.below(plan.count)] = random.byte()
            case 2: plan[random.below(plan.count)] ^= 1 << UInt8(random.below(8))
            case 3: plan.insert(contentsOf: random.bytes(Self.stepBytes), at: range(place).lowerBound)
            case 4: plan.insert(contentsOf: plan[range(random.below(count))], at: range(place).lowerBound)
            case 5: plan.removeSubrange(range(place))
            case 6:
                let step = Array(plan[range(place)])
                let second = range(random.below(count))
                plan.replaceSubrange(range(place), with: plan[second])
                plan.replaceSubrange(second, with: step)
            case 7: if Self.headBytes > 0 { plan[random.below(Self.headBytes)] = random.byte() }
            default:
                let steps = max(0, other.count - Self.headBytes) / Self.stepBytes
                guard steps > 0 else { break }
                plan.insert(contentsOf: other[range(random.below(steps))], at: range(place).lowerBound)
            }
        }
        return plan
    }

    /// The plan without steps, and short and long plans with random steps.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] { anySeeds(&random) }

    /// Returns the plan without steps, and short and long plans with random steps; for targets that add others.
    package func anySeeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = [[UInt8](repeating: 0, count: Self.headBytes)]
        for count in [1, 1, 2, 2, 3, 3, 4, 4, 6, 6, 8, 8, 8, 12, 12, 16, 16, 24, 32, 40] {
            seeds.append(random.bytes(Self.headBytes + count * Self.stepBytes))
        }
        return seeds
    }
}
