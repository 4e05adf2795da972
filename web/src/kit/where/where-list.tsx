import { ActionIcon, CheckboxIndicator, Combobox, Skeleton, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { WhereBody, WhereItem } from '@belfry/schemas/http/places/where';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useTranslation } from '../../lib/translation.ts';
import { Line } from './list-line.tsx';
import { useRecentPlaces } from './recent-places.ts';
import { SavedSets } from './saved-sets.tsx';
import { keyOf, type Tick, tickOf } from './selection.ts';
import { type Organisation, useFindOrganisationsQuery, useWhereQuery } from './where-api.ts';
import classes from './where.module.css';

const INDENT_PX = 20;
/** Deeper levels are not indented further, so that names stay readable on a phone. */
const INDENTED_LEVELS = 6;

type Props = {
  id: string;
  right: WhereBody['right'];
  /** Places and loudspeakers at places only, of which one is chosen. */
  isOne: boolean;
  ofOwner: number | undefined;
  /** Of which an administrator wants to see the places only. */
  organisation: Organisation | null;
  onOrganisation: (organisation: Organisation | null) => void;
  /** Empty: the tree. */
  text: string;
  targets: TargetsInput;
  selected: readonly WhereItem[];
  open: ReadonlySet<string>;
  onOpen: (key: string, isOpen: boolean) => void;
  onPress: (item: WhereItem, group: WhereItem | null) => void;
  /** A whole selection, of those chosen before. */
  onReplace: (targets: TargetsInput) => void;
};

/** Matches of what is typed; without a text the last choices and the tree. */
export function WhereList(props: Props) {
  const { t } = useTranslation('where');
  const { id, text, isOne, onReplace } = props;
  const recent = useRecentPlaces(isOne ? 'looked-at' : 'spoken');
  return (
    <Combobox.Options id={id} className={classes.options ?? ''} aria-label={t('list')}>
      <OrganisationFilter {...props} />
      {text === '' && recent.length > 0 && (
        <Combobox.Group label={t('recent')}>
          {recent.map(({ label, targets }) => (
            <Line key={label} value={`recent ${label}`} onPress={() => onReplace(targets)}>
              <span className={classes.name}>{label}</span>
            </Line>
          ))}
        </Combobox.Group>
      )}
      {!isOne && <SavedSets {...props} />}
      <Level {...props} depth={0} group={null} asked={text === '' ? {} : { text }} />
    </Combobox.Options>
  );
}

/** For administrators: whose places are listed. A person is found by what is typed, and stays until that line is pressed. */
function OrganisationFilter({ text, ofOwner, organisation, onOrganisation }: Props) {
  const { t } = useTranslation('where');
  const role = useSelector(selectRole);
  const may = role !== null && isAdministrator(role) && ofOwner === undefined;
  const { data: organisations = [] } = useFindOrganisationsQuery(text, { skip: !may || text === '' });
  if (!may) return null;
  if (organisation !== null)
    return (
      <Line value="organisation" onPress={() => onOrganisation(null)}>
        <span className={classes.name}>{t('organisation.only', { name: organisation.label })}</span>
        <span className={classes.path}>{t('organisation.all')}</span>
      </Line>
    );
  if (text === '' || organisations.length === 0) return null;
  return (
    <Combobox.Group label={t('organisation.label')}>
      {organisations.map((each) => (
        <Line key={each.id} value={`organisation ${each.id}`} onPress={() => onOrganisation(each)}>
          <span className={classes.name}>{each.label}</span>
        </Line>
      ))}
    </Combobox.Group>
  );
}

type LevelProps = Props & {
  depth: number;
  asked: Pick<WhereBody, 'text' | 'below' | 'group'>;
  /** Whose loudspeakers are listed. */
  group: WhereItem | null;
};

/** One level of the tree, or the matches. */
function Level(props: LevelProps) {
  const { right, isOne, organisation, text, depth, asked, open } = props;
  const ofOwner = props.ofOwner ?? organisation?.id;
  const { t } = useTranslation('where');
  const messageOf = useErrorMessage();
  const { currentData, data, error } = useWhereQuery({
    right,
    ...(ofOwner !== undefined && { user_id: ofOwner }),
    ...asked,
  });
  // While somebody types, the matches before stay.
  const answer = asked.text === undefined ? currentData : (currentData ?? data);
  if (error) return <Combobox.Empty>{messageOf(error)}</Combobox.Empty>;
  if (!answer) return <Skeleton height={28} my={4} />;
  const items = isOne ? answer.items.filter(({ company_id }) => company_id !== null) : answer.items;
  if (items.length === 0 && depth === 0)
    return <Combobox.Empty>{text === '' ? t('none') : t('nothing', { text })}</Combobox.Empty>;
  const organisations = new Set(items.map(({ organisation }) => organisation));
  return (
    <>
      {items.map((item) => (
        <div key={keyOf(item)} role="presentation">
          <Row {...props} item={item} isOfSeveral={organisations.size > 1} />
          {item.kind !== 'loudspeaker' && open.has(keyOf(item)) && (
            <Level
              {...props}
              depth={depth + 1}
              group={item.kind === 'group' ? item : null}
              asked={item.kind === 'group' ? { group: item.group_id ?? 0 } : { below: item.company_id ?? 0 }}
            />
          )}
        </div>
      ))}
      {answer.more && (
        <Text size="sm" c="dimmed" px="xs" py={4}>
          {t('more')}
        </Text>
      )}
    </>
  );
}

const TICKED: ReadonlySet<Tick> = new Set(['in', 'inherited']);

/** `isOfSeveral`: the list has places of several organisations, whose names are shown. */
type RowProps = LevelProps & { item: WhereItem; isOfSeveral: boolean };

function Row({ item, isOfSeveral, isOne, group, depth, open, targets, selected, onOpen, onPress, ...props }: RowProps) {
  const { t } = useTranslation('where');
  const locale = useLocale();
  const key = keyOf(item);
  const tick = isOne && item.company_id !== targets.nodes?.[0] ? 'none' : tickOf(item, targets, selected, group);
  const isMatch = depth === 0 && props.text !== '';
  const isOpen = open.has(key);
  const hasLevel = item.kind !== 'loudspeaker' && (item.has_places || item.loudspeakers > 0);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Combobox.Option
      value={key}
      data-key={key}
      className={classes.option ?? ''}
      disabled={tick === 'excluded'}
      active={TICKED.has(tick)}
      style={{ paddingInlineStart: Math.min(depth, INDENTED_LEVELS) * INDENT_PX + 4 }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPress(item, group)}
    >
      <ActionIcon
        component="span"
        role="presentation"
        variant="subtle"
        color="gray"
        size={24}
        className={hasLevel ? '' : (classes.leaf ?? '')}
        onClick={(event) => {
          event.stopPropagation();
          onOpen(key, !isOpen);
        }}
      >
        <Chevron size={16} aria-hidden />
      </ActionIcon>
      {!isOne && (
        <CheckboxIndicator size="xs" checked={TICKED.has(tick)} indeterminate={tick === 'partial'} aria-hidden />
      )}
      <span className={classes.name} data-out={tick === 'out' || tick === 'excluded' || undefined}>
        {item.name}
        {(isMatch || group !== null) && item.path !== '' && <span className={classes.path}>{item.path}</span>}
        {isOfSeveral && item.organisation !== null && <span className={classes.path}>{item.organisation}</span>}
      </span>
      {tick === 'out' && <span className={classes.path}>{t('excepted')}</span>}
      {item.kind !== 'loudspeaker' && (
        <span
          className={`tabular ${classes.count ?? ''}`}
          title={t('loudspeakers', { count: item.loudspeakers, formatted: formatCount(item.loudspeakers, locale) })}
        >
          {formatCount(item.loudspeakers, locale)}
        </span>
      )}
    </Combobox.Option>
  );
}
