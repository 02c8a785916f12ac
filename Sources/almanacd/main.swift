import Glibc
import Programs

do throws(ArgumentError) {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    exit(Program(arguments).run())
} catch {
    exit(Refusing.end(error))
}
