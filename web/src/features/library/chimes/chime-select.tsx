import { type Chime, CHIMES } from '@belfry/schemas/domain/announcements';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useLibraryNames } from '../library-api.ts';

/** `chime_id`: a chime of the organisation, which overrides `chime`. */
type ChosenChime = { chime: Chime; chime_id: number | null };
type Props = { label: string; value: ChosenChime; onChange: (chosen: ChosenChime) => void; leftSection?: ReactNode };

export function ChimeSelect({ label, value, onChange, leftSection }: Props) {
  const { t } = useTranslation('library');
  const { data: own = [], isLoading } = useLibraryNames('chimes');
  const { chime, chime_id } = value;
  const ofProduct = CHIMES.map((each) => ({ value: each as string, label: t(`chimes.${each}`) }));
  const ofOrganisation = own.map(({ id, name }) => ({ value: String(id), label: name }));
  if (chime_id !== null && !own.some(({ id }) => id === chime_id))
    ofOrganisation.unshift({ value: String(chime_id), label: isLoading ? '…' : `#${chime_id}` });
  const groups = [
    { group: t('chimes.product'), items: ofProduct },
    { group: t('chimes.own'), items: ofOrganisation },
  ];
  return (
    <Select
      label={label}
      leftSection={leftSection}
      data={ofOrganisation.length > 0 ? groups : ofProduct}
      value={chime_id === null ? chime : String(chime_id)}
      allowDeselect={false}
      maxDropdownHeight={320}
      onChange={(next) => {
        const named = CHIMES.find((each) => each === next);
        if (named) onChange({ chime: named, chime_id: null });
        else if (next !== null) onChange({ chime: 'none', chime_id: Number(next) });
      }}
    />
  );
}
