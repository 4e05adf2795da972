import {
  addedToGroupSchema,
  type addToGroupBodySchema,
  type Group,
  type GroupElement,
  type newGroupBodySchema,
} from '@belfry/schemas/http/devices/groups';
import { z } from 'zod';
import { baseApi } from '../../api/base/base-api.ts';
import { lenient } from '../../api/base/lenient.ts';
import { elementListSchema, groupListSchema } from './group-schemas.ts';

export type NewGroup = z.input<typeof newGroupBodySchema>;
export type AddToGroup = { id: number } & z.input<typeof addToGroupBodySchema>;
/** `device_id` is the company_id of the device's node. */
export type InGroup = { group_id: number; device_id: number };
type Added = z.infer<typeof addedToGroupSchema>;
const createdSchema = z.object({ id: z.int() });

/** Named groups of devices. */
export const groupsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /group/list: the groups of a user, by name; for others than administrators, and by default, one's own. */
    getGroups: build.query<Group[], number | void>({
      query: (owner) => ({ url: '/group/list', params: owner === undefined ? {} : { user_id: owner } }),
      rawResponseSchema: lenient(groupListSchema),
      providesTags: ['Live', 'Group'],
    }),
    /** GET /group/list/{id}/elements: its devices, by name. */
    getGroupDevices: build.query<GroupElement[], number>({
      query: (id) => `/group/list/${id}/elements`,
      rawResponseSchema: lenient(elementListSchema),
      providesTags: ['Live', 'Group'],
    }),
    /** POST /group/new: returns the new id. */
    createGroup: build.mutation<number, NewGroup, { id: number }>({
      query: (body) => ({ url: '/group/new', method: 'POST', body }),
      rawResponseSchema: lenient(createdSchema),
      transformResponse: ({ id }) => id,
      invalidatesTags: (_id, error) => (error ? [] : ['Group']),
    }),
    /** PUT /group/rename/{id} */
    renameGroup: build.mutation<unknown, { id: number; name: string }>({
      query: ({ id, name }) => ({ url: `/group/rename/${id}`, method: 'PUT', body: { name } }),
      invalidatesTags: (_done, error) => (error ? [] : ['Group']),
    }),
    /** DELETE /group/main/{id}: the devices stay in the tree. */
    deleteGroup: build.mutation<unknown, number>({
      query: (id) => ({ url: `/group/main/${id}`, method: 'DELETE' }),
      // The devices of the group are not refetched: the deleted group would answer 404 until its list is unmounted.
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (done) dispatch(withoutGroup(id));
      },
    }),
    /** POST /group/add/{id}: devices of the group are skipped. */
    addToGroup: build.mutation<Added, AddToGroup>({
      query: ({ id, devices }) => ({ url: `/group/add/${id}`, method: 'POST', body: { devices } }),
      rawResponseSchema: lenient(addedToGroupSchema),
      invalidatesTags: (_added, error) => (error ? [] : ['Group']),
    }),
    /** DELETE /group/element: the device leaves the group, not the tree. */
    removeFromGroup: build.mutation<unknown, InGroup>({
      query: (body) => ({ url: '/group/element', method: 'DELETE', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Group']),
    }),
  }),
});

const withoutGroup = (id: number) =>
  groupsApi.util.updateQueryData('getGroups', undefined, (groups) => groups.filter((group) => group.id !== id));

export const {
  useGetGroupsQuery,
  useGetGroupDevicesQuery,
  useCreateGroupMutation,
  useRenameGroupMutation,
  useDeleteGroupMutation,
  useAddToGroupMutation,
  useRemoveFromGroupMutation,
} = groupsApi;
