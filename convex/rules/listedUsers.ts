/** The maximum number of users in a list, oldest first. */
export const maxListedUsers = 5000;
