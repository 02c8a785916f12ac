import Glibc
import Programs

do throws(ArgumentError) {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    exit(Program(arguments).run())
} catch {
    complain("\(error); see almanacd --help")
    exit(ExitStatus.usage)
}
