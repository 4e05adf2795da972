import { useTranslation } from '../../lib/translation.ts';
import { ServerSelect } from '../../ui/pickers/server-select.tsx';
import { useAddressedOwner } from '../places/targets-api.ts';

type Props = { /** undefined: oneself. */ owner: number | undefined; onChange: (owner: number | undefined) => void };

/** For administrators: to whose organisation a new provider belongs. */
export function OwnerField({ owner, onChange }: Props) {
  const { t } = useTranslation('single-sign-on');
  const { chosen, found, searching, onSearch, onOpened, onChoose } = useAddressedOwner(owner, (next) =>
    onChange(next?.id),
  );
  return (
    <ServerSelect
      label={t('owner')}
      placeholder={t('owner_hint')}
      chosen={chosen && { value: String(chosen.id), label: chosen.label }}
      found={found.map(({ id, label }) => ({ value: String(id), label }))}
      searching={searching}
      onSearch={onSearch}
      onOpened={onOpened}
      onChoose={(item) => onChoose(item && { id: Number(item.value), label: item.label })}
      clearLabel={t('owner_clear')}
      noneText={t('owner_none')}
    />
  );
}
