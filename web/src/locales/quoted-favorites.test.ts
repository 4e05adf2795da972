import { testQuoted } from './quoted.ts';

/** The pinned texts of the favourite voices screen and of the sample player; see SHELL-9. */
testQuoted({
  // choosing and the list
  'favorites: add.button': 'Add to Favorites',
  'favorites: gender.male': 'Male',
  'favorites: gender.female': 'Female',
  'favorites: gender.all': 'All',
  'favorites: voice.available_other': '{{count}} available',
  'favorites: empty.title': 'No Favorite Voices Yet',
  'favorites: empty.text': 'Discover and save your favorite AI voices',
  'voice-samples: try_again': 'Try Again',
  // favourites
  'favorites: add.done': '"{{name}}" added to favorites!',
  'favorites: add.no_voice': 'Voice data not found',
  'favorites: add.failed': 'Failed to add to favorites: {{reason}}',
  'favorites: network': 'Network error. Please try again.',
  'favorites: list.removed': 'Voice removed!',
  'favorites: list.remove_failed': 'Error removing from favorites',
  'favorites: list.play_failed': 'Error playing audio',
  'favorites: list.load_failed': 'Error loading audio sample: {{reason}}',
  // the player
  'voice-samples: media.aborted': 'Audio playback was aborted',
  'voice-samples: media.network': 'Network error while loading audio',
  'voice-samples: media.format': 'Audio format not supported',
  'voice-samples: media.source': 'Audio source not found or not supported',
  'voice-samples: media.unknown': 'Unknown audio error',
  'voice-samples: playing_error': 'Error playing voice sample',
  'voice-samples: no_source': 'No audio source available',
  // the sample panel
  'voice-samples: unplayable': 'Voice sample is not available for playback. Please try again later.',
  'voice-samples: missing.title': 'Audio sample is not available for this voice',
  'voice-samples: not_ready.title': 'Audio sample is not available after multiple attempts',
  'voice-samples: loading_error': 'Audio loading error: {{reason}}',
  'voice-samples: file_error': 'Audio file loading error (code: {{code}})',
});
