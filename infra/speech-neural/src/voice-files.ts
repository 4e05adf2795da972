import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VoiceError, type NeuralVoice } from './request.ts';

/** Reads a file of a voice by the end of its name. Throws VoiceError unless it is exactly the file that the voice names. */
export type ReadVoiceFile = (ending: string) => Promise<Buffer>;

/** The files of a voice, each compared with its size before it is read and with its SHA-256 before anything uses it. */
export function filesOf({ folder, files }: Pick<NeuralVoice, 'folder' | 'files'>): ReadVoiceFile {
  return async (ending) => {
    const named = files.filter(({ name }) => name.endsWith(ending));
    const [file] = named;
    if (!file || named.length > 1) throw new VoiceError('files', `the voice needs one file *${ending}`);
    try {
      const path = join(folder, file.name);
      if ((await stat(path)).size !== file.bytes) throw new VoiceError('files', `${file.name} has another size`);
      const content = await readFile(path);
      if (createHash('sha256').update(content).digest('hex') !== file.sha256)
        throw new VoiceError('files', `${file.name} differs from its SHA-256`);
      return content;
    } catch (error) {
      if (error instanceof VoiceError) throw error;
      throw new VoiceError('files', `${file.name} cannot be read`, { cause: error });
    }
  };
}

/** A JSON file of a voice. Throws VoiceError for what is no JSON. */
export async function readJson(read: ReadVoiceFile, ending: string): Promise<unknown> {
  const content = await read(ending);
  try {
    return JSON.parse(content.toString('utf8'));
  } catch (cause) {
    throw new VoiceError('files', `*${ending} is no JSON`, { cause });
  }
}
