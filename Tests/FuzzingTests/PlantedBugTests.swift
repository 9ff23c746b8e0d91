import Foundation
import TestSupport
import Testing

/// The scripts that build copies of the sources with mistakes in them; they take minutes, so only their places are looked at.
@Suite("Planted bugs")
struct PlantedBugTests {
    @Test(
        "still have their places in the sources",
        .enabled(if: OutsideTool.path("python3") != nil, "python3 is not installed"),
        arguments: [("FuzzingTests/Planted/plant.py", "bugs can be planted"), ("Mutation/run", "files fit")]
    )
    func places(script: String, says: String) throws {
        let run = try OutsideTool.run("python3", [ProjectFolder.file("Tests/\(script)").path, "--check"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains(says))
    }
}
