import {
  groupElementSchema,
  groupsHttp,
  groupSchema,
  type Group,
  type GroupElement,
} from '@belfry/schemas/http/groups';
import { z } from 'zod';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, callReading, unlessFailed } from '../../lib/api/call.ts';

const placeSchema = groupElementSchema
  .pick({ continent: true, country: true, city: true, street: true, house: true })
  .partial()
  .strip();
const NOWHERE = { continent: null, country: null, city: null, street: null, house: null };

/** The node may also be named `id`, and the address nested in `address`; see GROUP-5. */
const elementSchema: z.ZodType<GroupElement> = groupElementSchema
  .omit({ company_id: true, continent: true, country: true, city: true, street: true, house: true })
  .partial({ description: true, serial: true, status: true })
  .extend({
    ...placeSchema.shape,
    company_id: z.int().optional(),
    id: z.int().optional(),
    address: placeSchema.nullish(),
  })
  .strip()
  .transform(({ id, company_id = id, address, ...element }, context) => {
    if (company_id === undefined) {
      context.addIssue({ code: 'custom', message: 'an element has no id' });
      return z.NEVER;
    }
    return { description: null, serial: null, status: null, ...NOWHERE, ...address, ...element, company_id };
  });
export const elementListSchema: z.ZodType<GroupElement[]> = z.array(elementSchema);
const groupListSchema: z.ZodType<Group[]> = z.array(groupSchema.extend({ device_count: z.int().default(0) }).strip());

export const groupsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getGroups: build.query({ ...callReading(groupsHttp.list, groupListSchema), providesTags: ['Live', 'Group'] }),
    getGroupDevices: build.query({
      ...callReading(groupsHttp.elements, elementListSchema),
      providesTags: ['Live', 'Group'],
    }),
    createGroup: build.mutation({
      ...call(groupsHttp.create),
      invalidatesTags: unlessFailed('Group'),
    }),
    renameGroup: build.mutation({ ...call(groupsHttp.rename), invalidatesTags: unlessFailed('Group') }),
    deleteGroup: build.mutation({
      ...call(groupsHttp.remove),
      // The devices of the group are not refetched: the deleted group would answer 404 until its list is unmounted.
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (done) dispatch(withoutGroup(id));
      },
    }),
    addToGroup: build.mutation({ ...call(groupsHttp.addDevices), invalidatesTags: unlessFailed('Group') }),
    removeFromGroup: build.mutation({ ...call(groupsHttp.removeDevice), invalidatesTags: unlessFailed('Group') }),
  }),
});

const withoutGroup = (id: number) =>
  groupsApi.util.updateQueryData('getGroups', undefined, (list) => list.filter((group) => group.id !== id));

export const {
  useGetGroupsQuery,
  useGetGroupDevicesQuery,
  useCreateGroupMutation,
  useRenameGroupMutation,
  useDeleteGroupMutation,
  useAddToGroupMutation,
  useRemoveFromGroupMutation,
} = groupsApi;
