%% Ends the connections of a node that is cut off, and repairs the clean sessions of clients after the loss of a node, of which RabbitMQ (3.10) keeps
%% the queues as durable ones of the node of the connection:
%% - While the node is down, RabbitMQ refuses every SUBSCRIBE of the same client on another node. Such queues are forgotten.
%% - RabbitMQ removes the queues of the lost node from its tables by their names, ten at a time. The queue of a client that has meanwhile
%%   subscribed on another node goes with them: it receives nothing, and cannot subscribe again. Such queues are deleted, which closes
%%   the connection of the client, so that it subscribes again.
-module(belfry_sessions).
-export([start/0]).

-define(PAUSE_MS, 500).
%% RabbitMQ is not done at once, and each node does it for itself: it is waited for between 15 s and 2 min.
-define(LEAST_ATTEMPTS, 30).
-define(MOST_ATTEMPTS, 240).
-define(PREFIX, "mqtt-subscription-").
-define(PROTOCOLS, ['http/web-mqtt', 'https/web-mqtt', mqtt, 'mqtt/ssl']).

start() ->
    spawn(fun() ->
        ok = net_kernel:monitor_nodes(true),
        self() ! {nodedown, at_the_start},
        wait()
    end).

wait() ->
    receive
        {nodedown, _} ->
            catch end_connections(),
            attempt(1);
        {nodeup, _} -> catch accept_connections();
        _ -> ok
    end,
    wait().

%% Without most of the nodes RabbitMQ stops (pause_minority), and takes seconds until the last connection has ended. Clients are with the other
%% nodes sooner when all end at once and none is accepted.
end_connections() ->
    case has_majority() of
        true -> ok;
        false ->
            [catch ranch:suspend_listener(Listener) || Listener <- listeners()],
            [exit(Connection, kill) || Listener <- listeners(), Connection <- ranch:procs(Listener, connections)]
    end.

%% RabbitMQ opens its listeners again when it starts again; this is for one that has not stopped.
accept_connections() -> has_majority() andalso [catch ranch:resume_listener(Listener) || Listener <- listeners()].

listeners() ->
    [Listener || Protocol <- ?PROTOCOLS, Listener <- [rabbit_networking:ranch_ref_of_protocol(Protocol)], Listener =/= undefined].

has_majority() ->
    All = mnesia:system_info(db_nodes),
    2 * length([Node || Node <- All, lists:member(Node, [node() | nodes()])]) > length(All).

attempt(Number) when Number > ?MOST_ATTEMPTS -> ok;
attempt(Number) ->
    timer:sleep(?PAUSE_MS),
    catch accept_connections(),
    case catch left_after_repair() of
        0 when Number >= ?LEAST_ATTEMPTS -> ok;
        _ -> attempt(Number + 1)
    end.

%% The number of queues that belong to nodes which are down. One node of the majority does the work.
left_after_repair() ->
    All = mnesia:system_info(db_nodes),
    Running = mnesia:system_info(running_db_nodes),
    % Mnesia learns of the loss later than this process.
    Up = [Node || Node <- Running, lists:member(Node, [node() | nodes()])],
    case 2 * length(Up) > length(All) andalso lists:min(Up) =:= node() of
        false -> 0;
        true ->
            Sessions = [Q || Q <- durable_queues(), is_clean_session(Q)],
            {Kept, Lost} = lists:partition(fun(Q) -> lists:member(node(amqqueue:get_pid(Q)), Up) end, Sessions),
            forget([amqqueue:get_name(Q) || Q <- Lost]),
            [catch delete(Q) || Q <- Kept, not is_known(Q)],
            length([Q || Q <- Lost, mnesia:dirty_read(rabbit_durable_queue, amqqueue:get_name(Q)) =/= []])
    end.

durable_queues() -> mnesia:dirty_match_object(rabbit_durable_queue, amqqueue:pattern_match_all()).

is_clean_session(Q) ->
    {resource, _, queue, Name} = amqqueue:get_name(Q),
    amqqueue:is_classic(Q) andalso string:prefix(Name, ?PREFIX) =/= nomatch andalso
        (amqqueue:is_auto_delete(Q) orelse is_pid(amqqueue:get_exclusive_owner(Q))).

is_known(Q) -> mnesia:dirty_read(rabbit_queue, amqqueue:get_name(Q)) =/= [].

%% A queue that is being declared is known once its transaction has ended, which this one waits for. The process of a queue that its
%% node has not recovered yet does not exist, so nothing happens to that.
delete(Q) ->
    {atomic, []} = mnesia:transaction(fun() -> mnesia:read(rabbit_queue, amqqueue:get_name(Q), write) end),
    gen_server2:call(amqqueue:get_pid(Q), {delete, false, false, <<"belfry">>}, 5000).

forget([]) -> ok;
forget(Names) ->
    Routes = routes_to(maps:from_list([{Name, []} || Name <- Names])),
    lists:foreach(fun(Batch) -> {atomic, _} = mnesia:transaction(fun() -> [forget(N, K) || {N, K} <- Batch] end) end,
                  batches(maps:to_list(Routes))).

%% As many queues in one transaction as RabbitMQ deletes itself.
batches(List) when length(List) > 10 ->
    {Batch, Others} = lists:split(10, List),
    [Batch | batches(Others)];
batches(List) -> [List].

%% RabbitMQ has removed a queue from this table when it has dealt with the loss of its node.
forget(Name, Keys) ->
    case mnesia:read(rabbit_queue, Name, write) of
        [] ->
            ok = mnesia:delete({rabbit_durable_queue, Name}),
            lists:foreach(fun mnesia:delete/1, Keys);
        _ -> ok
    end.

%% The keys of the durable routes to each of these queues: one pass, since the tables have no index for it.
routes_to(Empty) ->
    lists:foldl(
        fun({Table, {route, {binding, _, _, Destination, _} = Key, _}}, Found) ->
            case Found of
                #{Destination := Keys} -> Found#{Destination := [{Table, Key} | Keys]};
                _ -> Found
            end
        end,
        Empty,
        [{Table, Route} || Table <- [rabbit_durable_route, rabbit_semi_durable_route],
                           Route <- mnesia:dirty_match_object(Table, {route, '_', '_'})]).
