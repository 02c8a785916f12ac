import Glibc
import Programs

exit(Program.run(ProgramArguments.all).rawValue)
