import { serveWork } from '../../../threads/serve-work.ts';
import { measure } from './measure.ts';

serveWork({ level: ({ path, lufs }: { path: string; lufs: number }) => measure(path, lufs) });
