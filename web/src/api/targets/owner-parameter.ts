/** The query parameter of another owner, whom administrators name; nothing for oneself. */
export const ownerParameter = (owner: number | void): { user_id?: number } =>
  owner === undefined ? {} : { user_id: owner };
