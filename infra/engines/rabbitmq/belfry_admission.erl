%% Lets few devices connect at a time. Each filter of a device is a transaction that asks every node for about ten locks, one after the other.
%% The transactions of many devices collide and start again, those of consoles wait behind them, and a connection that waits for longer than its
%% keep-alive is closed and begins anew. So a device has a turn from the question about its key until it has its filters. The others wait before
%% anything is done for them.
-module(belfry_admission).
-behaviour(gen_event).
-export([start/0, enter/1, connected/1, subscribes/1, leave/1]).
-export([init/1, handle_event/2, handle_call/2]).

%% RabbitMQ works on as many transactions at a time as it has schedulers; the next devices have their questions answered meanwhile.
-define(TURNS, 2 * erlang:system_info(schedulers_online)).
%% A turn ends after this time, whatever its device waits for.
-define(STEP_MS, 2000).
%% A turn ends when its device has not asked for a filter so long after it was connected: it may subscribe to nothing.
-define(CONNECTED_MS, 500).
%% A turn ends when its device has not asked for a further filter so long after it got one.
-define(NEXT_MS, 50).
%% Shorter than devices wait for the answer to their CONNECT, so that no turn is given to one that has gone.
-define(WAIT_MS, 8000).
%% After the loss of a node RabbitMQ deletes the queues of its clients, and consoles connect again: devices come after them.
-define(LOST_NODE_MS, 3000).

start() ->
    Starter = self(),
    Pid = spawn(fun() ->
        register(?MODULE, self()),
        ets:new(?MODULE, [named_table, {read_concurrency, true}]),
        ok = net_kernel:monitor_nodes(true),
        Starter ! {self(), ready},
        wait(queue:new(), 0)
    end),
    receive {Pid, ready} -> ok end.

%% `ok` when it is the turn of this device; `busy` when it has waited in vain, or has connected once more meanwhile.
enter(Serial) ->
    Monitor = monitor(process, ?MODULE),
    ?MODULE ! {enter, Serial, self(), Monitor},
    receive
        {Monitor, Answer} ->
            demonitor(Monitor, [flush]),
            Answer;
        {'DOWN', Monitor, process, _, _} -> ok
    end.

%% The key of this device was accepted.
connected(Serial) -> end_turn(Serial, ?CONNECTED_MS).

%% This device asks for a filter.
subscribes(Serial) -> end_turn(Serial, ?STEP_MS).

%% The key of this device was refused.
leave(Serial) -> end_turn(Serial, 0).

end_turn(Serial, Ms) -> ets:member(?MODULE, Serial) andalso (?MODULE ! {end_turn, Serial, Ms}).

%% Waiting: the devices without a turn, the first to come first. Paused: how many losses of nodes are so recent that no turn is given.
wait(Waiting, Paused) ->
    receive
        {enter, Serial, Pid, Monitor} ->
            observe_bindings(),
            Others = dismiss(fun({S, _, _}) -> S =:= Serial end, Waiting),
            after_ms(?WAIT_MS, {overdue, Monitor}),
            wait(give_turns(queue:in({Serial, Pid, Monitor}, Others), Paused), Paused);
        {overdue, Monitor} ->
            wait(dismiss(fun({_, _, M}) -> M =:= Monitor end, Waiting), Paused);
        {end_turn, Serial, Ms} ->
            ets:member(?MODULE, Serial) andalso set_end(Serial, Ms),
            wait(Waiting, Paused);
        {ended, Serial, End} ->
            ets:match_delete(?MODULE, {Serial, End}),
            wait(give_turns(Waiting, Paused), Paused);
        {nodedown, _} ->
            after_ms(?LOST_NODE_MS, resume),
            wait(Waiting, Paused + 1);
        resume ->
            wait(give_turns(Waiting, Paused - 1), Paused - 1);
        _ ->
            wait(Waiting, Paused)
    end.

dismiss(Leaves, Waiting) ->
    {Leaving, Others} = lists:partition(Leaves, queue:to_list(Waiting)),
    [answer(Waiter, busy) || Waiter <- Leaving],
    queue:from_list(Others).

give_turns(Waiting, Paused) ->
    case Paused =:= 0 andalso ets:info(?MODULE, size) < ?TURNS andalso queue:out(Waiting) of
        {{value, {Serial, _, _} = Waiter}, Others} ->
            set_end(Serial, ?STEP_MS),
            answer(Waiter, ok),
            give_turns(Others, Paused);
        _ -> Waiting
    end.

%% Replaces the end that this turn has so far.
set_end(Serial, Ms) ->
    End = make_ref(),
    ets:insert(?MODULE, {Serial, End}),
    after_ms(Ms, {ended, Serial, End}).

answer({_Serial, Pid, Monitor}, Answer) -> Pid ! {Monitor, Answer}.

after_ms(Ms, Message) -> erlang:send_after(Ms, self(), Message).

%% RabbitMQ's events begin anew with each of its starts in the same virtual machine, as after a partition.
observe_bindings() ->
    catch lists:member(?MODULE, gen_event:which_handlers(rabbit_event)) orelse gen_event:add_handler(rabbit_event, ?MODULE, []).

init([]) -> {ok, []}.
handle_call(_, State) -> {ok, ok, State}.
handle_event({event, binding_created, Binding, _, _}, State) ->
    case proplists:get_value(destination_name, Binding) of
        <<"mqtt-subscription-", Serial:19/binary, "qos", _>> -> end_turn(Serial, ?NEXT_MS);
        _ -> ok
    end,
    {ok, State};
handle_event(_, State) -> {ok, State}.
