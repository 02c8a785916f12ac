import Glibc
import Programs

exit(Program(Array(ProgramArguments.all.dropFirst())).run())
