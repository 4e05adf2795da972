import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { Tooltip, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_EMBLEM } from '../../../../lib/format/emblem.ts';
import { EmblemIcon } from '../../../../ui/emblems/emblem-icon.tsx';
import classes from './company-table.module.css';
import { CountBadge } from './count-badge.tsx';

const TOOLTIP_DELAY_MS = 400;

type Props = {
  company: MainCompany;
  /** `aria-rowindex`, from 1, where the header is the first row. */
  place: number;
  selected: boolean;
  highlighted: boolean;
  /** Whether the Tab key reaches it. */
  reachable: boolean;
  onSelect: (company_id: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
};

/** One main company; the whole row is a button that opens its tree. */
export function CompanyRow({ company, place, selected, highlighted, reachable, onSelect, onKeyDown, onFocus }: Props) {
  const { t } = useTranslation('companies');
  const { company_id, name, description, emblem, subcompany_count } = company;
  return (
    <tr
      className={classes.row}
      aria-rowindex={place}
      data-company={company_id}
      data-selected={selected || undefined}
      data-highlighted={highlighted || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the name is the label, nested deeper than the rule searches */}
      <td>
        <Tooltip
          label={t(selected ? 'list.current_tree' : 'list.show_tree')}
          openDelay={TOOLTIP_DELAY_MS}
          events={{ hover: true, focus: true, touch: false }}
          position="top-start"
        >
          <UnstyledButton
            className={classes.company}
            aria-current={selected || undefined}
            tabIndex={reachable ? 0 : -1}
            onClick={() => onSelect(company_id)}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
          >
            <span className={classes.emblem} aria-hidden>
              <EmblemIcon emblem={emblem ?? DEFAULT_EMBLEM} size={18} />
            </span>
            <span className={classes.name} data-missing={name === '' || undefined}>
              {name || t('list.unknown')}
            </span>
          </UnstyledButton>
        </Tooltip>
      </td>
      <td className={classes.count}>
        <CountBadge count={subcompany_count} />
      </td>
      <td>
        <span className={`${classes.description} ${description ? '' : classes.missing}`}>
          {description || t('list.no_description')}
        </span>
      </td>
    </tr>
  );
}
