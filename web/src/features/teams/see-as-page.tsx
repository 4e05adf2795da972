import { type Right, hasRight, rightsOfRole } from '@belfry/schemas/domain/rights';
import { type SeenNode, SEEN_NODES_PAGE_SIZE } from '@belfry/schemas/http/teams/access';
import { skipToken } from '@reduxjs/toolkit/query';
import { Stack, Text, Button, UnstyledButton } from '@mantine/core';
import { IconEye, IconCheck, IconMinus, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useAddress } from '../../lib/address.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { PageHeading } from '../../ui/tabbed-page.tsx';
import classes from './see-as.module.css';
import { useGetSeenNodesQuery } from './teams-api.ts';
import { type Action, ACTION_GROUPS, ACTION_RIGHTS, type ActionGroup, actionsOf } from '@belfry/schemas/domain/actions';

type Props = {
  renderMenu: (rights: readonly Right[]) => ReactNode;
};

/**
 * Menu, tree and actions of another person, as far as the reader manages them. Read with the key of the reader; nothing
 * here acts as the person.
 */
export function SeeAsPage({ renderMenu }: Props) {
  const { t } = useTranslation('teams');
  const errorText = useErrorMessage();
  const [address] = useAddress();
  const person = Number(address.get('person') ?? Number.NaN);
  const isPerson = Number.isSafeInteger(person) && person > 0;
  const { currentData, error, isFetching, refetch } = useGetSeenNodesQuery(isPerson ? { user_id: person } : skipToken);
  const [selected, setSelected] = useState<SeenNode | null>(null);
  if (!isPerson || (isApiError(error) && error.status === 404)) return <Nobody />;
  if (!currentData && error) {
    const message = errorText(error, t('see_as.failed'));
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!currentData) return <LineSkeletons count={8} height={36} />;
  const { name, rights, nodes } = currentData;
  const node = selected ?? nodes[0];
  return (
    <Stack gap="lg">
      <PageHeading title={t('see_as.title', { name })} lead={t('see_as.lead', { name })} />
      <Notice tone="warning">{t('see_as.read_only')}</Notice>
      <div className={classes.columns}>
        <Stack gap="md">
          <Card title={t('see_as.menu')} order={2}>
            {renderMenu(rights)}
          </Card>
          <Card title={t('see_as.tree')} order={2}>
            {nodes.length === 0 ? (
              <Text size="sm">{t('see_as.no_nodes')}</Text>
            ) : (
              <SeenTree key={person} userId={person} selectedId={node?.company_id} onChoose={setSelected} />
            )}
          </Card>
        </Stack>
        {node && <SeenActions node={node} />}
      </div>
    </Stack>
  );
}

function Nobody() {
  const { t } = useTranslation('teams');
  return (
    <Stack gap="lg">
      <PageHeading title={t('see_as.heading')} lead={t('see_as.heading_lead')} />
      <EmptyState icon={<IconEye size={24} />} title={t('see_as.nobody')}>
        {t('see_as.nobody_text')}
      </EmptyState>
    </Stack>
  );
}

/** What a person may do at a node, in the groups of the console, each with the memberships from which it follows. */
function SeenActions({ node }: { node: SeenNode }) {
  const { t } = useTranslation('teams');
  return (
    <Card title={t('see_as.actions', { name: node.name })} order={2}>
      <div className={classes.groups}>
        {(Object.keys(ACTION_GROUPS) as ActionGroup[]).map((group) => (
          <div key={group}>
            <h3 className={classes.group}>{t(`action_groups.${group}`)}</h3>
            <ul className={classes.actions} aria-label={t(`action_groups.${group}`)}>
              {actionsOf(group).map((action) => (
                <ActionRow key={action} action={action} node={node} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Card>
  );
}

function ActionRow({ action, node: { rights, sources } }: { action: Action; node: SeenNode }) {
  const { t } = useTranslation('teams');
  const right = ACTION_RIGHTS[action];
  const allowed = rights.includes(right);
  const Mark = allowed ? IconCheck : IconMinus;
  const giving = sources.filter(({ role, may_emergency }) =>
    hasRight(rightsOfRole(role, { mayEmergency: may_emergency }), right),
  );
  const from = giving.map(({ role, name }) =>
    t('see_as.source', { role: t(`roles.${role}`), place: name ?? t('see_as.above') }),
  );
  return (
    <li data-allowed={allowed}>
      <Mark size={16} aria-label={t(allowed ? 'may' : 'may_not')} />
      <span>
        {t(`actions.${action}`)}
        {allowed && (
          <Text span size="xs" c="dimmed" display="block">
            {sources.length === 0 ? t('own_tree') : from.join(', ')}
          </Text>
        )}
      </span>
    </li>
  );
}

type SeenTreeProps = {
  userId: number;
  /** The node whose actions are shown. */
  selectedId: number | undefined;
  onChoose: (node: SeenNode) => void;
};

/** The nodes that a person sees. What is below a node is loaded when it is opened. */
function SeenTree(props: SeenTreeProps) {
  const { t } = useTranslation('teams');
  return <Branch {...props} label={t('see_as.tree')} />;
}

type BranchProps = SeenTreeProps & {
  /** The node above; absent for the highest ones. */
  below?: number;
  label: string;
};

/** The nodes below one, page after page. */
function Branch({ label, ...props }: BranchProps) {
  const [pages, setPages] = useState([1]);
  return (
    <ul className={classes.branch} aria-label={label}>
      {pages.map((page) => (
        <BranchPage
          key={page}
          {...props}
          page={page}
          onMore={page === pages.length ? () => setPages([...pages, page + 1]) : null}
        />
      ))}
    </ul>
  );
}

type PageProps = Omit<BranchProps, 'label'> & {
  page: number;
  /** Shows the next page; null where it is shown already. */
  onMore: (() => void) | null;
};

function BranchPage({ page, onMore, ...props }: PageProps) {
  const { t } = useTranslation('teams');
  const errorText = useErrorMessage();
  const { userId, below } = props;
  const at = page === 1 ? {} : { page };
  const query = { user_id: userId, ...at, ...(below !== undefined && { company_id: below }) };
  const { currentData, error, isFetching, refetch } = useGetSeenNodesQuery(query);
  if (!currentData) {
    return (
      <li>
        {error ? (
          <ErrorState
            message={errorText(error, t('see_as.failed'))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <LineSkeletons count={2} height={28} />
        )}
      </li>
    );
  }
  const { nodes, total } = currentData;
  return (
    <>
      {nodes.map((node) => (
        <Node key={node.company_id} node={node} {...props} />
      ))}
      {onMore && page * SEEN_NODES_PAGE_SIZE < total && (
        <li>
          <Button size="compact-sm" variant="default" onClick={onMore}>
            {t('see_as.more')}
          </Button>
        </li>
      )}
    </>
  );
}

function Node({ node, ...props }: SeenTreeProps & { node: SeenNode }) {
  const { t } = useTranslation(['teams', 'tree']);
  const [open, setOpen] = useState(false);
  const { company_id, name, type, has_children } = node;
  return (
    <li>
      <div className={classes.node}>
        {has_children ? (
          <UnstyledButton
            className={classes.toggle ?? ''}
            aria-expanded={open}
            aria-label={t(open ? 'tree:row.close' : 'tree:row.open', { name })}
            onClick={() => setOpen(!open)}
          >
            <IconChevronRight size={16} className={classes.chevron ?? ''} data-open={open || undefined} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={classes.toggle} />
        )}
        <UnstyledButton
          className={classes.choose ?? ''}
          aria-pressed={props.selectedId === company_id}
          onClick={() => props.onChoose(node)}
        >
          {name}
          <Text span size="xs" c="dimmed">
            {t(`tree:type.${type}`)}
          </Text>
        </UnstyledButton>
      </div>
      {open && <Branch {...props} below={company_id} label={name} />}
    </li>
  );
}
