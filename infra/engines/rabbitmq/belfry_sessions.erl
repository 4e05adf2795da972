%% Repairs the clean sessions of clients after the loss of a node. RabbitMQ (3.10) keeps their queues as durable ones of the node of the connection:
%% - While the node is down, RabbitMQ refuses every SUBSCRIBE of the same client on another node.
%% - Each of the other nodes deletes the queues of the lost one, ten at a time. Their transactions wait for each other, and every SUBSCRIBE for
%%   them: for 17 s with 900 queues.
%% - The queue of a client that has since subscribed on another node goes with them, by its name: it receives nothing, and cannot subscribe again.
%% So such queues are forgotten in one transaction before RabbitMQ looks for them. Their bindings stay for a minute: clients that subscribe
%% again in that time need no new ones.
-module(belfry_sessions).
-export([start/0]).

-define(PAUSE_MS, 500).
%% RabbitMQ is not done immediately, and each node does it for itself: it is waited for between 15 s and 2 min.
-define(LEAST_ATTEMPTS, 30).
-define(MOST_ATTEMPTS, 240).
-define(BINDINGS_MS, 60000).
-define(STATISTICS_MS, 30000).
-define(PREFIX, "mqtt-subscription-").
-define(USER, <<"belfry">>).

start() ->
    spawn(fun() ->
        register(?MODULE, self()),
        ok = net_kernel:monitor_nodes(true),
        erlang:send_after(?BINDINGS_MS, self(), forget_bindings),
        wait(1)
    end).

%% Attempt: the number of the next one, none when there is nothing to do.
wait(Attempt) ->
    receive
        {nodedown, _} ->
            catch forget_queues(),
            erlang:send_after(?BINDINGS_MS, self(), forget_bindings),
            wait(1);
        forget_bindings ->
            catch forget_bindings(),
            wait(Attempt);
        _ -> wait(Attempt)
    after case Attempt of none -> infinity; _ -> ?PAUSE_MS end ->
        wait(case catch left_after_repair() of
            0 when Attempt >= ?LEAST_ATTEMPTS -> none;
            _ when Attempt >= ?MOST_ATTEMPTS -> none;
            _ -> Attempt + 1
        end)
    end.

%% Each node does it, so that it is done wherever RabbitMQ is about to look for the queues. Two locks of tables take less time than one of each queue.
forget_queues() ->
    true = belfry_cut_off:has_majority(),
    {atomic, Names} = mnesia:transaction(fun() ->
        Tables = [rabbit_queue, rabbit_durable_queue],
        [mnesia:write_lock_table(Table) || Table <- Tables],
        Queues = mnesia:match_object(rabbit_queue, amqqueue:pattern_match_all(), write),
        Lost = [amqqueue:get_name(Q) || Q <- Queues, is_clean_session(Q), not is_connected(Q)],
        [ok = mnesia:delete({Table, Name}) || Table <- Tables, Name <- Lost],
        Lost
    end),
    % Each is a search through all statistics, which can wait until clients have connected again.
    spawn(fun() ->
        timer:sleep(?STATISTICS_MS),
        Deleted = [Name || Name <- Names, not exists(rabbit_queue, Name)],
        rabbit_core_metrics:queues_deleted(Deleted),
        [rabbit_event:notify(queue_deleted, [{name, Name}, {user, ?USER}]) || Name <- Deleted]
    end).

%% The number of queues that belong to nodes which are down.
left_after_repair() ->
    Up = up(),
    case is_in_charge(Up) of
        false -> 0;
        true ->
            Sessions = [Q || Q <- all(rabbit_durable_queue, amqqueue:pattern_match_all()), is_clean_session(Q)],
            {Kept, Lost} = lists:partition(fun(Q) -> lists:member(node(amqqueue:get_pid(Q)), Up) end, Sessions),
            Names = [amqqueue:get_name(Q) || Q <- Lost],
            forget(Names),
            [catch delete(Q) || Q <- Kept, not exists(rabbit_queue, amqqueue:get_name(Q))],
            length([Name || Name <- Names, exists(rabbit_durable_queue, Name)])
    end.

%% Mnesia learns of the loss later than this process.
up() -> [Node || Node <- mnesia:system_info(running_db_nodes), lists:member(Node, [node() | nodes()])].

%% One node of the majority does the work.
is_in_charge(Up) -> belfry_cut_off:has_majority() andalso lists:min(Up) =:= node().

is_clean_session(Q) ->
    is_mqtt(amqqueue:get_name(Q)) andalso amqqueue:is_classic(Q) andalso
        (amqqueue:is_auto_delete(Q) orelse is_pid(amqqueue:get_exclusive_owner(Q))).

is_mqtt({resource, _, Kind, Name}) -> Kind =:= queue andalso string:prefix(Name, ?PREFIX) =/= nomatch.

is_connected(Q) -> lists:member(node(amqqueue:get_pid(Q)), [node() | nodes()]).

exists(Table, Name) -> mnesia:dirty_read(Table, Name) =/= [].

all(Table, Pattern) -> mnesia:dirty_match_object(Table, Pattern).

%% A queue that is being declared is known once its transaction has ended, which this one waits for. The process of a queue that its
%% node has not recovered yet does not exist, so nothing happens to that.
delete(Q) ->
    {atomic, []} = mnesia:transaction(fun() -> mnesia:read(rabbit_queue, amqqueue:get_name(Q), write) end),
    gen_server2:call(amqqueue:get_pid(Q), {delete, false, false, ?USER}, 5000).

%% Those of sessions that have no queue.
forget_bindings() ->
    true = is_in_charge(up()),
    Names = lists:usort([Name || {route, {binding, _, _, Name, _}, _} <- all(rabbit_route, {route, '_', '_'}), is_mqtt(Name)]),
    forget([Name || Name <- Names, not exists(rabbit_queue, Name), not exists(rabbit_durable_queue, Name)]).

forget([]) -> ok;
forget(Names) ->
    Routes = durable_routes_to(maps:from_list([{Name, []} || Name <- Names])),
    lists:foreach(fun forget_batch/1, batches(maps:to_list(Routes))).

%% As many queues in one transaction as RabbitMQ deletes itself.
batches(List) when length(List) > 10 ->
    {Batch, Others} = lists:split(10, List),
    [Batch | batches(Others)];
batches(List) -> [List].

forget_batch(Batch) ->
    {atomic, Notify} = mnesia:transaction(fun() ->
        Deletions = [forget(Name, Keys) || {Name, Keys} <- Batch],
        All = lists:foldl(fun rabbit_binding:combine_deletions/2, rabbit_binding:new_deletions(), Deletions),
        rabbit_binding:process_deletions(All, ?USER)
    end),
    Notify().

%% A client that has subscribed again has its queue in this table.
forget(Name, Keys) ->
    case mnesia:read(rabbit_queue, Name, write) of
        [] ->
            ok = mnesia:delete({rabbit_durable_queue, Name}),
            Deletions = rabbit_binding:remove_for_destination(Name, false),
            lists:foreach(fun mnesia:delete/1, Keys),
            Deletions;
        _ -> rabbit_binding:new_deletions()
    end.

%% The keys of the durable routes to each of these queues: one pass, since the tables have no index for it. RabbitMQ has removed the others
%% if it was the first that found the queue.
durable_routes_to(Empty) ->
    lists:foldl(
        fun({Table, {route, {binding, _, _, Name, _} = Key, _}}, Found) ->
            case Found of
                #{Name := Keys} -> Found#{Name := [{Table, Key} | Keys]};
                _ -> Found
            end
        end,
        Empty,
        [{Table, Route} || Table <- [rabbit_durable_route, rabbit_semi_durable_route], Route <- all(Table, {route, '_', '_'})]).
