import { Button } from '@mantine/core';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useState } from 'react';
import { isEmpty, useWhereQuery } from '../../../kit/where/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import classes from './emergency.module.css';

/** More of them are found by "other places" as quickly. */
const SITES_MAX = 6;

type Choice = { label: string; targets: TargetsInput };
type Props = { value: TargetsInput; onChange: (value: TargetsInput) => void };

/** The own building, each site, or everywhere, with one press: nobody looks for places in a tree in the worst minute. */
export function EmergencyPlaces({ value, onChange }: Props) {
  const { t } = useTranslation('emergency');
  const { data } = useWhereQuery({ right: 'emergency' });
  const [own, setOwn] = useState(value);
  // It arrives with the places of the person.
  if (isEmpty(own) && !isEmpty(value)) setOwn(value);
  const named = useWhereQuery({ right: 'read', targets: own }, { skip: isEmpty(own) });
  const sites = (data?.items ?? []).flatMap(({ company_id, name }) =>
    company_id === null ? [] : [{ label: name, targets: { nodes: [company_id] } }],
  );
  const ownName = named.data?.items.map(({ name }) => name).join(', ') ?? '';
  const choices: Choice[] = [
    ...(ownName === '' ? [] : [{ label: ownName, targets: own }]),
    ...(sites.length <= SITES_MAX ? sites : []),
    ...(sites.length > 1 ? [{ label: t('everywhere'), targets: everywhere(sites) }] : []),
  ];
  const distinctChoices = choices.filter(
    ({ targets }, index) => choices.findIndex((one) => isSame(one.targets, targets)) === index,
  );
  return (
    <fieldset className={classes.sites} aria-label={t('where')}>
      {distinctChoices.map(({ label, targets }) => (
        <Button
          key={JSON.stringify(targets)}
          variant={isSame(value, targets) ? 'filled' : 'default'}
          color="dark.4"
          className={classes.site ?? ''}
          aria-pressed={isSame(value, targets)}
          onClick={() => onChange(targets)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

const everywhere = (sites: readonly Choice[]): TargetsInput => ({
  nodes: sites.flatMap(({ targets }) => targets.nodes ?? []),
});

const isSame = (a: TargetsInput, b: TargetsInput): boolean => JSON.stringify(a) === JSON.stringify(b);
