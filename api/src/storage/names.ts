/** The names of stored files. Nothing but the store and what copies all of it knows where a file is. */

/** Audio is stored under its SHA-256, in folders by the first two digits. */
export const audioName = (sha256: string): string => `audio/${sha256.slice(0, 2)}/${sha256}`;

export const floorPlanName = (sha256: string): string => `${FLOOR_PLANS_FOLDER}/${sha256.slice(0, 2)}/${sha256}`;
export const FLOOR_PLANS_FOLDER = 'plans';

export const archiveName = (filename: string): string => `archives/${filename}`;

/** The folder of the samples of voices, of which the files alone say which there are. */
export const SAMPLES_FOLDER = 'samples';
