%% Forgets the clean sessions of a node that is down. RabbitMQ keeps their queues as durable ones that belong to the node, so
%% that it refuses every SUBSCRIBE of the same client on another node until the node is back.
-module(belfry_sessions).
-export([start/0]).

-define(PAUSE_MS, 200).
%% RabbitMQ removes the routes of the node first, ten queues at a time.
-define(ATTEMPTS, 600).
-define(PREFIX, "mqtt-subscription-").

start() ->
    spawn(fun() ->
        ok = net_kernel:monitor_nodes(true),
        self() ! {nodedown, at_the_start},
        wait()
    end).

wait() ->
    receive
        {nodedown, _} -> attempt(?ATTEMPTS);
        _ -> ok
    end,
    wait().

attempt(0) -> ok;
attempt(Left) ->
    timer:sleep(?PAUSE_MS),
    case catch left_after_forgetting() of
        0 -> ok;
        _ -> attempt(Left - 1)
    end.

%% The number of queues that belong to nodes which are down. One node of the majority does the work.
left_after_forgetting() ->
    All = mnesia:system_info(db_nodes),
    Running = mnesia:system_info(running_db_nodes),
    % Mnesia learns of the loss later than this process.
    Up = [Node || Node <- Running, lists:member(Node, [node() | nodes()])],
    case 2 * length(Up) > length(All) andalso lists:min(Up) =:= node() of
        false -> 0;
        true ->
            Down = All -- Up,
            Names = [amqqueue:get_name(Q) || Down =/= [], Q <- durable_queues(), is_clean_session(Q, Down)],
            forget(Names),
            length([Name || Name <- Names, mnesia:dirty_read(rabbit_durable_queue, Name) =/= []])
    end.

durable_queues() -> mnesia:dirty_match_object(rabbit_durable_queue, amqqueue:pattern_match_all()).

is_clean_session(Q, Down) ->
    {resource, _, queue, Name} = amqqueue:get_name(Q),
    amqqueue:is_classic(Q) andalso lists:member(node(amqqueue:get_pid(Q)), Down) andalso
        (amqqueue:is_auto_delete(Q) orelse is_pid(amqqueue:get_exclusive_owner(Q))) andalso
        string:prefix(Name, ?PREFIX) =/= nomatch.

forget([]) -> ok;
forget(Names) ->
    Routes = routes_to(maps:from_list([{Name, []} || Name <- Names])),
    maps:foreach(fun(Name, Keys) -> {atomic, ok} = mnesia:transaction(fun() -> forget(Name, Keys) end) end, Routes).

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
