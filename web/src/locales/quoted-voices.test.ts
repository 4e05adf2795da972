import { testQuoted } from './quoted.ts';

/** The pinned texts of the voice catalogue; see SHELL-9. */
testQuoted({
  // layout and list
  'voices: filters.all': 'All Languages',
  'voices: run.open': 'Create Samples',
  'voices: sync.open': 'Synchronize',
  'voices: reset.open': 'Reset All',
  'voices: sample.get': 'GET',
  'voices: empty.title': 'No voices',
  'voices: empty.not_found': 'No voices found',
  'voices: type.standard': 'STANDARD',
  // samples in bulk
  'voices: run.question': 'Are you sure you want to create samples for all voices by filter?',
  'voices: run.done': 'Done! Success: {{success}}, errors: {{errors}}',
  'voices: run.nothing': 'All voices already have samples!',
  'voices: load_failed': 'Failed to load voices: {{reason}}',
  'voices: reset.failed': 'Sample reset failed.',
  'voices: sync.failed': 'Synchronization failed.',
  'voices: block.failed': 'Error blocking voice',
  'voices: rename.failed': 'Voice rename error',
  'voices: sample.creation_error': 'Sample creation error: {{reason}}',
  'voices: sample.create_error': 'Error creating sample: {{reason}}',
  'voices: sample.create_failed': 'Sample creation error!',
  'voices: reset.done': 'All samples successfully reset!',
  'voices: sync.done': 'Synchronization completed successfully!',
  'voices: rename.done': 'Voice successfully renamed',
});
