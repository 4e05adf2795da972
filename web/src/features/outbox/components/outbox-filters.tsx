import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { CHANNEL_CHOICES, STATE_CHOICES, type ChangeOutbox, type OutboxAddress } from '../outbox-address.ts';
import classes from './outbox-filters.module.css';

type Props = { address: OutboxAddress; onChange: ChangeOutbox };

/** Recipient or subject, kind of message, and what became of it. */
export function OutboxFilters({ address, onChange }: Props) {
  const { t } = useTranslation('outbox');
  return (
    <section className={classes.bar} aria-label={t('filters.label')}>
      <SearchField
        className={classes.search ?? ''}
        label={t('filters.search')}
        placeholder={t('filters.search_hint')}
        value={address.q}
        onChange={(q) => onChange({ q })}
      />
      <NativeSelect
        label={t('filters.channel')}
        value={address.channel}
        onChange={({ currentTarget }) =>
          onChange({ channel: CHANNEL_CHOICES.find((choice) => choice === currentTarget.value) })
        }
        data={CHANNEL_CHOICES.map((value) => ({ value, label: t(`channel.${value}`) }))}
      />
      <NativeSelect
        label={t('filters.state')}
        value={address.state}
        onChange={({ currentTarget }) =>
          onChange({ state: STATE_CHOICES.find((choice) => choice === currentTarget.value) })
        }
        data={STATE_CHOICES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
    </section>
  );
}
