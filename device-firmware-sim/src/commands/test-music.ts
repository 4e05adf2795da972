import { argWords } from '@belfry/schemas/mqtt/commands';
import type { Handler } from './handler.ts';
import { controlPlayer } from './player-control.ts';

export const testMusic: Handler<'test_music'> = (work) => controlPlayer(work, 'music', argWords(work.params.args));
