import Glibc
import Programs

do throws(ArgumentError) {
    let arguments = try Arguments(Array(ProgramArguments.all.dropFirst()))
    exit(Program(arguments).run())
} catch {
    exit(Refusing.refuse(error))
}
