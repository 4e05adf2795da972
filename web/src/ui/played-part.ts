/** An address that is played, with the gain in dB with which it is as loud as the others; a browser cannot amplify. */
export type PlayedPart = { url: string; gain_db: number };
