import Glibc

exit(Program(Array(CommandLine.arguments.dropFirst())).run())
