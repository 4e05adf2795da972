import { z } from 'zod';

/** What a member may do at a node and everywhere below it. The number is the bit that stands for it in the database. */
export const RIGHTS = {
  /** See nodes, devices with their state, runs and programmes. */
  read: 1,
  /** Read the texts of messages and SMS. */
  'read-texts': 2,
  /** Say something now, and stop one's own runs; text people. */
  speak: 4,
  /** Start and end the prepared emergencies. Only memberships with `may_emergency` have it. */
  emergency: 8,
  /** Change the library, schedules, day programmes and SMS templates. */
  plan: 16,
  /** Change devices and their settings, send commands, roll out firmware; handle alarms, their rules and maintenance windows. */
  operate: 32,
  /** Change the tree and what holds at its nodes. */
  'edit-tree': 64,
  /** Invite, change and end members, keys and providers; add and change webhooks and triggers. */
  members: 128,
  /** Stop what others have started. */
  stop: 256,
} as const;
export type Right = keyof typeof RIGHTS;
export const rightSchema = z.enum(Object.keys(RIGHTS) as [Right, ...Right[]]).meta({ id: 'Right' });

/** Roles that a person has at a node. The owner of a tree is its manager without a membership. */
export const NODE_ROLES = ['viewer', 'announcer', 'planner', 'technician', 'manager'] as const;
export const nodeRoleSchema = z.enum(NODE_ROLES).meta({ id: 'NodeRole' });
export type NodeRole = z.infer<typeof nodeRoleSchema>;

const VIEWER = ['read', 'read-texts'] as const satisfies Right[];
const ANNOUNCER = [...VIEWER, 'speak', 'emergency'] as const satisfies Right[];

/** The one table of who may what: guard, policies, menus, interface description and documentation follow it. */
export const ROLE_RIGHTS: Readonly<Record<NodeRole, readonly Right[]>> = {
  viewer: VIEWER,
  announcer: ANNOUNCER,
  planner: [...ANNOUNCER, 'plan'],
  technician: ['read', 'operate'],
  manager: [...ANNOUNCER, 'plan', 'operate', 'edit-tree', 'members', 'stop'],
};

export type RightsMask = number;

export const maskOf = (rights: readonly Right[]): RightsMask =>
  rights.reduce<RightsMask>((mask, right) => mask | RIGHTS[right], 0);

export const rightsFrom = (mask: RightsMask): Right[] =>
  (Object.keys(RIGHTS) as Right[]).filter((right) => hasRight(mask, right));

/** Every right: that of an owner, and of administrators where they may see the owner. */
export const ALL_RIGHTS: RightsMask = maskOf(Object.keys(RIGHTS) as Right[]);

/** The rights of one membership; `emergency` needs `mayEmergency` beside the role. */
export const rightsOfRole = (role: NodeRole, { mayEmergency }: { mayEmergency: boolean }): RightsMask =>
  maskOf(ROLE_RIGHTS[role].filter((right) => right !== 'emergency' || mayEmergency));

export const hasRight = (mask: RightsMask, right: Right): boolean => (mask & RIGHTS[right]) !== 0;

/** Whether everything that `granted` contains is in `own`: nobody grants more than they have. */
export const covers = (own: RightsMask, granted: RightsMask): boolean => (granted & ~own) === 0;
