/** `npm run screens`: the pictures of the shop (`-- --help`); `npm run screens staff`: those of docs/staff.md. */
void import(process.argv[2] === "staff" ? "./staff-guide/main" : "./gallery/main")
