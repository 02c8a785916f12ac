import Glibc

let program = Program(Array(CommandLine.arguments.dropFirst()))
exit(program.run())
