import type { SampleRun } from '@belfry/schemas/http/speech/sample-runs';
import { List, ScrollArea } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The voices whose samples could not be created, with the reasons. */
export function SampleRunErrors({ run: { errors, error_count } }: { run: SampleRun }) {
  const { t } = useTranslation('voices');
  if (errors.length === 0) return null;
  return (
    <details>
      <summary>{t('run.errors', { count: error_count })}</summary>
      <ScrollArea.Autosize
        mah={160}
        viewportProps={{ tabIndex: 0, 'aria-label': t('run.errors', { count: error_count }) }}
      >
        <List size="sm">
          {errors.map(({ voice_name, display_name, error }) => (
            <List.Item key={voice_name}>
              {display_name}: {error}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </details>
  );
}
