import { Text, VisuallyHidden } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import classes from './palette.module.css';
import type { PaletteSection } from './use-palette-sections.ts';

/** Which kinds could not be searched, that nothing was found, and the number of results for screen readers. */
export function PaletteStatus({ sections, waiting }: { sections: PaletteSection[]; waiting: boolean }) {
  const { t } = useTranslation(['shell', 'common']);
  const errorText = useErrorMessage();
  const failed = sections.filter(({ error }) => error !== undefined);
  const busy = waiting || sections.some(({ loading }) => loading);
  const count = sections.reduce((sum, { results }) => sum + results.length, 0);
  return (
    <>
      {failed.length > 0 && (
        <div role="alert" className={classes.failed}>
          {failed.map(({ kind, error }) => (
            <Text key={kind} size="sm">
              {t('palette.failed', {
                kind: t(`palette.kind.${kind}`),
                message: errorText(error, t('common:error.fallback')),
              })}
            </Text>
          ))}
        </div>
      )}
      {count === 0 && !busy && failed.length === 0 && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
      <VisuallyHidden component="output">{busy ? '' : t('palette.count', { count })}</VisuallyHidden>
    </>
  );
}
