import { Select, type ComboboxItem, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { searchPrefixFirst } from '../../lookups/lookup-search.ts';

/** Specification 000 §9. */
const LIST_MAX_HEIGHT_PX = 220;

type Props = Omit<SelectProps, 'data' | 'onChange'> & {
  data: ComboboxItem[];
  onChange: (value: string) => void;
  /** What an entry is found by; its label and value unless said otherwise. */
  textsOf?: (entry: ComboboxItem) => string[];
};

const labelAndValue = ({ label, value }: ComboboxItem): string[] => [label, value];

/**
 * A dropdown that is searched by typing, what begins with it first, in labels and values alike. Escape closes the list
 * only; the list stays inside its card, so that a click in it is none outside.
 */
export function SearchSelect({ data, onChange, textsOf = labelAndValue, ...rest }: Props) {
  const { t } = useTranslation('profile');
  return (
    <Select
      {...rest}
      searchable
      allowDeselect={false}
      data={data}
      onChange={(value) => value !== null && onChange(value)}
      filter={({ options, search }) => searchPrefixFirst(options as ComboboxItem[], search, textsOf)}
      nothingFoundMessage={t('nothing_found')}
      // The list itself scrolls: a scroll area around it would have to take the focus.
      withScrollArea={false}
      styles={{ options: { maxHeight: LIST_MAX_HEIGHT_PX, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  );
}
