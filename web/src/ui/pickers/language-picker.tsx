import type { Language } from '@belfry/schemas/http/lookups';
import { useTranslation } from 'react-i18next';
import { searchLanguages } from '../../lib/lookups/lookup-search.ts';
import { PickerDialog, type PickerRow } from './picker-dialog.tsx';

type Props = {
  opened: boolean;
  escapeClears?: boolean;
  languages: readonly Language[];
  /** ISO 639-1, or empty. */
  selected: string;
  onPick: (code: string) => void;
  onClose: () => void;
};

const rowOf = ({ code, name, native, flag }: Language): PickerRow => ({
  value: code,
  flag,
  name: native === name ? name : `${name} · ${native}`,
  detail: code,
});

/** Search by name or code, prefix matches first. */
export function LanguagePicker({ languages, ...rest }: Props) {
  const { t } = useTranslation('ui');
  return (
    <PickerDialog
      {...rest}
      title={t('pickers.language.title')}
      placeholder={t('pickers.language.search')}
      search={(typed) => searchLanguages(languages, typed).map(rowOf)}
    />
  );
}
