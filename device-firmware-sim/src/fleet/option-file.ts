import { readFileSync } from 'node:fs';

/** The content of the file that an option of the command line names. Throws an Error with a text for people. */
export function readOptionFile(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${option}: ${file} cannot be read`);
  }
}
