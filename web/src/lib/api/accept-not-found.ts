/** For `validateStatus` of requests whose 404 means that there is nothing to show, not that something has failed. */
export const acceptNotFound = ({ ok, status }: Response): boolean => ok || status === 404;
