import Glibc
import Programs

let program = Program(Array(ProgramArguments.all.dropFirst()))
exit(program.run())
