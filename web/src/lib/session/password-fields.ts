/** The values of the forms that change a password. `current` is empty where a link replaces it. */
export type Passwords = { current: string; next: string; confirm: string };
export type PasswordField = keyof Passwords;
