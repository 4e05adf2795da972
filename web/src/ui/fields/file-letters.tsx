import { NativeSelect, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';

/**
 * Encodings of spreadsheets and editors, as the WHATWG names them; the last three are of DOS, KOI8 and the Macintosh.
 */
const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'ibm866',
  'koi8-r',
  'macintosh',
] as const;

type Props = {
  /** The encoding in which the server has read the file; undefined where it could not. */
  read: string | undefined;
  /** The chosen encoding; empty for the one that the server finds. */
  value: string;
  disabled: boolean;
  onChange: (charset: string) => void;
};

/** Says in which encoding a file was read that is not in Unicode, and reads it in another one. */
export function FileLetters({ read, value, disabled, onChange }: Props) {
  const { t } = useTranslation('ui');
  // There is nothing to choose in a text that says itself how it is written.
  if (value === '' && read?.startsWith('utf-')) return null;
  return (
    <Stack gap={4}>
      {read !== undefined && <Text size="sm">{t('letters.read', { encoding: nameOf(read) })}</Text>}
      <NativeSelect
        label={t('letters.label')}
        value={value}
        disabled={disabled}
        data={[
          { value: '', label: t('letters.found') },
          ...ENCODINGS.map((encoding) => ({
            value: encoding,
            label: `${nameOf(encoding)}: ${t(`letters.of.${encoding}`)}`,
          })),
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Stack>
  );
}

const nameOf = (encoding: string): string =>
  encoding.replace(/^./, (first) => first.toUpperCase()).replace(/^Utf/, 'UTF');
