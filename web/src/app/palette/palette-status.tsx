import { Text, VisuallyHidden } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import classes from './palette.module.css';
import type { PalettePart } from './use-palette-parts.ts';

/** Which kinds could not be searched, that nothing was found, and the number of results for screen readers. */
export function PaletteStatus({ parts, waiting }: { parts: PalettePart[]; waiting: boolean }) {
  const { t } = useTranslation(['shell', 'common']);
  const errorText = useErrorMessage();
  const failed = parts.filter(({ error }) => error !== undefined);
  const busy = waiting || parts.some(({ loading }) => loading);
  const count = parts.reduce((sum, { results }) => sum + results.length, 0);
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
