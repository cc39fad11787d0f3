const longestName = 80

/**
 * The name of whoever gives a ticket, as a mail to a stranger may bear it: anybody books under any name, so none that is long or that a mail
 * program would make a link of. Null: the mail names nobody.
 */
export function giverName({
  firstName,
  lastName,
}: {
  readonly firstName: string
  readonly lastName: string
}): string | null {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' || name.length > longestName || /[@/\\:]|\p{L}\.\p{L}{2}/u.test(name) ? null : name
}
