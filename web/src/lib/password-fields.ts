/** What the forms that change a password hold. `current` is empty where a link stands for it. */
export type Passwords = { current: string; next: string; confirm: string };
export type PasswordField = keyof Passwords;
