import '@mantine/dropzone/styles.layer.css';
import { Code, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useTranslation } from 'react-i18next';
import { IMPORT_BYTES_MAX, IMPORT_COLUMNS, IMPORT_LINES_MAX } from '@belfry/schemas/http/devices/files';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import classes from './import.module.css';

type Props = {
  /** The name of the chosen file. */
  name: string | undefined;
  loading: boolean;
  onChoose: (file: File) => Promise<void>;
  onReject: () => void;
};

/** Chooses a CSV file; says which columns it may have. */
export function ImportFile({ name, loading, onChoose, onReject }: Props) {
  const { t } = useTranslation('device-files');
  const locale = useLocale();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('import.text', { lines: formatCount(IMPORT_LINES_MAX, locale) })} <Code>{IMPORT_COLUMNS.join(', ')}</Code>.{' '}
        {t('import.tags')}
      </Text>
      <Dropzone
        className={classes.drop ?? ''}
        onDrop={([file]) => file && void onChoose(file)}
        onReject={onReject}
        maxSize={IMPORT_BYTES_MAX}
        maxFiles={1}
        multiple={false}
        loading={loading}
        inputProps={{ 'aria-label': t('import.choose') }}
      >
        <Text size="sm">{name ?? t('import.drop')}</Text>
      </Dropzone>
    </>
  );
}
