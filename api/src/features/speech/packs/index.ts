import { createCatalogue, type ReadCatalogue } from './catalogue.ts';

declare module '../../../deps.ts' {
  interface Deps {
    voiceCatalogue: ReadCatalogue;
  }
}

export { createCatalogue };
export { INSTALL_VOICE, installVoice } from './install-voice.ts';
export { packsRoutes } from './packs.routes.ts';
