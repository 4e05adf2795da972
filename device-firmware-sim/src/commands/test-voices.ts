import { argWords } from '@belfry/schemas/mqtt/commands';
import type { Handler } from './handler.ts';
import { controlPlayer } from './player-control.ts';

export const testVoices: Handler<'test_voices'> = (work) => controlPlayer(work, 'voice', argWords(work.params.args));
